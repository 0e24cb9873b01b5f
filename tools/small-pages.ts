/**
 * Imported before the tools that are written in Rust. Their allocator asks the system for huge pages and uses
 * little of them. Filling those with zeros took a quarter of a build's processor time.
 */
process.env["MIMALLOC_ALLOW_THP"] ??= "0";
