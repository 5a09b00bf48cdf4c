import { cp, mkdtemp, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

/** Copies the sources of the site into a new folder, for a test that changes them. */
export async function copySources(): Promise<string> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'shirube-build-'))
	for (const entry of [
		'src',
		'content',
		'seed',
		'migrations',
		'public',
		'scripts',
		'package.json',
		'package-lock.json',
		'tsconfig.json',
		'vite.config.ts',
		'react-router.config.ts',
	])
		await cp(entry, path.join(folder, entry), { recursive: true })
	await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'))
	return folder
}
