// Package report writes what measurements found for people to read: tables as
// Markdown, how gaps close over time as a chart, and the comparison with other
// schedulers as one HTML page that needs nothing beside it, no script and no
// network, and follows the reader's light or dark scheme.
//
// It is handed values and computes nothing but how to show them.
package report
