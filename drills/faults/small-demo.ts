import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { startSite, stopSite } from '../site.ts'

/** A demo of 200 offices in a folder below `home`, made once. Returns the folder. */
export async function seedSmallDemo(home: string): Promise<string> {
	const dataDir = path.join(home, 'small')
	if (existsSync(dataDir)) return dataDir
	await mkdir(home, { recursive: true })
	await chmod(home, 0o711)
	const { status, stderr } = spawnSync(process.execPath, ['scripts/seed.ts', '--offices', '200'], {
		env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir },
		encoding: 'utf8',
	})
	if (status !== 0) throw new Error(stderr)
	// The first start notes that the content is there; those of the cells are then as fast as any later one.
	await stopSite(await startSite({ DATA_DIR: dataDir, SEED_DEMO: 'false' }))
	return dataDir
}
