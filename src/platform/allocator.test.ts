import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const report = `
	const { readFileSync } = require('node:fs')
	const isSet = (text) => /MALLOC_MMAP_THRESHOLD_=65536/.test(text)
	console.log(JSON.stringify({
		own: process.platform === 'linux' && isSet(readFileSync('/proc/self/environ', 'latin1')),
		handedOn: Object.keys(process.env).filter((name) => /^(MALLOC_|ALLOCATOR_)/.test(name)),
		argument: process.argv[1],
		flag: process.execArgv.includes('--max-semi-space-size=16'),
	}))
`

async function run(env: Record<string, string>): Promise<unknown> {
	const started = ['--max-semi-space-size=16', '--import', './src/platform/allocator.ts', '-e', report, 'given']
	const { stdout, stderr } = await promisify(execFile)(process.execPath, started, { env: { PATH: process.env['PATH'], ...env } })
	expect(stderr).toBe('')
	return JSON.parse(stdout)
}

const isLinux = process.platform === 'linux'

test('the process begins with the settings, with its arguments, and hands the settings on to nobody', async () => {
	expect(await run({})).toEqual({ own: isLinux, handedOn: [], argument: 'given', flag: true })
})

test('what the operator set stays as it is', async () => {
	const given = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_ARENA_MAX: '1' }
	expect(await run(given)).toEqual({ own: false, handedOn: Object.keys(given), argument: 'given', flag: true })
})
