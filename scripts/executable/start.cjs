// The code of an executable cannot import a file itself; this one, which is a file, can.
module.exports = (url) => import(url);
