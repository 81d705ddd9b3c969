// The first code of the executable. It writes the program's files to a folder of the user, once for
// each build, and runs them from there: a native module cannot be loaded from anywhere but a file,
// and threads and processes of the service start from files too.
'use strict';
const { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } =
  require('node:fs');
const { createRequire } = require('node:module');
const { homedir, tmpdir } = require('node:os');
const { dirname, join, sep } = require('node:path');
const { getAsset, getAssetKeys, getRawAsset } = require('node:sea');
const { pathToFileURL } = require('node:url');

/** Permission bits that let another user write. */
const WRITABLE_BY_OTHERS = 0o022;
/** The asset that names the build; every other one is a file of the program. */
const BUILD = '.build';

const name = `rowhouse-${getAsset(BUILD, 'utf8')}`;
// A process of the service is the executable again, with a channel, the file that it runs, and no
// environment to find the folder by.
const file = process.send === undefined ? undefined : process.argv[2];
const end = file === undefined ? -1 : file.indexOf(`${sep}${name}${sep}`);
const isPart = end >= 0;
if (isPart) process.argv.splice(1, 1);
const program = isPart ? file.slice(0, end + name.length + 1) : findOrUnpack();
const start = createRequire(join(program, 'start.cjs'))('./start.cjs');
start(pathToFileURL(isPart ? file : join(program, 'bin/rowhouse.js')).href);

/** The folder with the files of this build. */
function findOrUnpack() {
  const failures = [];
  for (const folder of folders()) {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, name);
      if (!existsSync(path)) unpack(folder, path);
      if (isOwn(folder) && isOwn(path)) return path;
      failures.push(`${folder} belongs to another user, or others may write to it`);
    } catch (error) {
      failures.push(error.message);
    }
  }
  console.error(
    `No folder for the files of the program: ${failures.join('; ')}. Set XDG_CACHE_HOME to a folder that this user alone may write to.`,
  );
  process.exit(1);
}

/** Where programs put what they can make again, then the folder for temporary files. */
function folders() {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  const user = process.getuid?.() ?? 'user';
  const usual = {
    darwin: () => join(homedir(), 'Library', 'Caches'),
    win32: () => LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'),
  }[process.platform];
  return [
    join(XDG_CACHE_HOME || (usual?.() ?? join(homedir(), '.cache')), 'rowhouse'),
    join(tmpdir(), `rowhouse-${user}`),
  ];
}

function isOwn(path) {
  if (process.getuid === undefined) return true;
  const { uid, mode } = lstatSync(path);
  return uid === process.getuid() && (mode & WRITABLE_BY_OTHERS) === 0;
}

/** The folder gets its name when it is whole, and one of several starters gives it. */
function unpack(folder, path) {
  const fresh = mkdtempSync(join(folder, 'unpacking-'));
  try {
    const made = new Set();
    for (const key of getAssetKeys()) {
      if (key === BUILD) continue;
      const target = join(fresh, key);
      if (!made.has(dirname(target))) mkdirSync(dirname(target), { recursive: true });
      made.add(dirname(target));
      writeFileSync(target, Buffer.from(getRawAsset(key)));
    }
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
}
