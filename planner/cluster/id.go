package cluster

import (
	"net/url"
	"strings"
)

// JobKey returns "namespace/job" with each segment path-escaped, as in KV keys
// and on command lines.
func JobKey(namespace, job string) string { return escaped(namespace, job) }

// GroupKey returns "namespace/job/group" with each segment path-escaped: the id
// of the group's block or service, and the default key of its forecast.
func GroupKey(namespace, job, group string) string { return escaped(namespace, job, group) }

// PoolID returns the id of the pool that a device group of a node makes:
// "node/vendor/type/name" with each segment path-escaped.
func PoolID(node string, d *DeviceGroup) string { return escaped(node, d.Vendor, d.Type, d.Name) }

func escaped(segments ...string) string {
	for i, s := range segments {
		segments[i] = url.PathEscape(s)
	}
	return strings.Join(segments, "/")
}

// label returns "vendor/type/name" as people and job files write it.
func (d *DeviceGroup) label() string { return d.Vendor + "/" + d.Type + "/" + d.Name }
