package cluster

import (
	"fmt"
	"slices"
	"strings"
)

// DeviceName is what a device request names: a type alone, vendor and type, or
// vendor, type and model. Vendor and Model are "" where any will do.
type DeviceName struct {
	Vendor, Type, Model string
}

// ParseDeviceName reads "gpu", "nvidia/gpu" or "nvidia/gpu/<model>", in which
// the model may hold slashes of its own.
func ParseDeviceName(name string) DeviceName {
	parts := strings.SplitN(name, "/", 3)
	switch len(parts) {
	case 1:
		return DeviceName{Type: parts[0]}
	case 2:
		return DeviceName{Vendor: parts[0], Type: parts[1]}
	}
	return DeviceName{Vendor: parts[0], Type: parts[1], Model: parts[2]}
}

func (n DeviceName) matches(d *DeviceGroup) bool {
	return n.Type == d.Type && (n.Vendor == "" || n.Vendor == d.Vendor) && (n.Model == "" || n.Model == d.Name)
}

// deviceGlobs says which device groups stand for GPUs.
type deviceGlobs []DeviceName

// parseDeviceGlobs reads "*/gpu/*", or several of that kind separated by commas.
func parseDeviceGlobs(s string) (deviceGlobs, error) {
	var out deviceGlobs
	for _, pattern := range items(s) {
		if strings.Count(pattern, "/") < 2 {
			return nil, fmt.Errorf("%q is no pattern vendor/type/name such as \"*/gpu/*\"", pattern)
		}
		out = append(out, ParseDeviceName(pattern))
	}
	return out, nil
}

// covers reports whether the device group stands for GPUs.
func (l deviceGlobs) covers(d *DeviceGroup) bool {
	return slices.ContainsFunc(l, func(g DeviceName) bool {
		return glob(g.Vendor, d.Vendor) && glob(g.Type, d.Type) && glob(g.Model, d.Name)
	})
}

// mayServe reports whether a device that stands for a GPU could have the name.
func (l deviceGlobs) mayServe(n DeviceName) bool {
	return slices.ContainsFunc(l, func(g DeviceName) bool {
		return glob(g.Type, n.Type) && (n.Vendor == "" || glob(g.Vendor, n.Vendor)) &&
			(n.Model == "" || glob(g.Model, n.Model))
	})
}

// count returns how many of the group's devices can be given out, and how many
// more there are that are not healthy. A MIG slice whose id names its parent
// takes that parent out of the count: one silicon is never counted twice.
func (n *Node) count(d *DeviceGroup) (healthy, sick int) {
	for _, in := range d.Instances {
		switch {
		case n.isSliced(in.ID):
		case in.Healthy:
			healthy++
		default:
			sick++
		}
	}
	return healthy, sick
}

func (n *Node) isSliced(id string) bool {
	if !strings.HasPrefix(id, "GPU-") {
		return false
	}
	for i := range n.Devices {
		for _, in := range n.Devices[i].Instances {
			if strings.HasPrefix(in.ID, "MIG-"+id+"/") {
				return true
			}
		}
	}
	return false
}
