// Loaded before the service in the control run of the power-cut benchmark: no flush reaches the disk.
const fs = require('node:fs');
fs.fsyncSync = () => undefined;
fs.fdatasyncSync = () => undefined;
require('node:module').syncBuiltinESMExports();
