import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** A module that sets the clock of a process to noon of a day in Japan. */
const clockAt = (day: string): string =>
	`data:text/javascript,${encodeURIComponent(`const day = Date.parse('${day}T12:00:00+09:00'); Date.now = () => day`)}`

test('npm run build ends with an error and builds nothing while a fact of the law has expired', async () => {
	// The wage increase credit ends with the business years that begin by 2027-03-31; no later value is known.
	const building = run(process.execPath, ['--import', clockAt('2099-01-01'), 'scripts/build.ts'], {
		env: { ...process.env, NODE_ENV: 'test' },
	})
	const failure: unknown = await building.catch((error: unknown) => error)
	expect(failure).toMatchObject({ code: 1 })
	const { stdout, stderr } = failure as { stdout: string; stderr: string }
	expect(`${stdout}${stderr}`).toMatch(/have expired:[\s\S]*wage-increase-credit-sme .* ended on 2027-03-31/)
	expect(stdout).not.toContain('is ready')
})
