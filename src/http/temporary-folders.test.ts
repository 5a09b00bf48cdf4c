import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolders } from './temporary-folders.ts'

function root(): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'shirube-temporary-'))
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
	return path.join(folder, 'requests')
}

test('removes what a crashed process has left, and nothing that may still be read', async () => {
	const place = root()
	let time = Date.now()
	const folders = createTemporaryFolders(place, () => time)
	const left = await folders.make()
	writeFileSync(path.join(left, '0'), 'secret')
	await folders.sweep()
	expect(existsSync(left)).toBe(true)
	time += 11 * 60_000
	await folders.sweep()
	expect(existsSync(left)).toBe(false)
})

test('sweeps a place that is not there yet', async () => {
	await expect(createTemporaryFolders(root()).sweep()).resolves.toBeUndefined()
})
