import { resolveMx, resolveTxt } from 'node:dns/promises'
import { loadFacts } from '../seed/facts/load.ts'
import { readMark } from '../seed/marks.ts'
import { isoDay } from '../src/domain/shared/japan-time.ts'
import { factState } from '../src/domain/taxonomy/facts.ts'
import { readStaff } from '../src/domain/accounts/staff-roles.ts'
import type { Config } from '../src/config.ts'
import { composeBackupPlace } from '../src/compose-outside.ts'
import { listBackups, readBackup } from '../src/platform/backup/backup-store.ts'
import { checkLaunch, type LaunchWorld } from '../src/launch-checks.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { runScript, withDatabase } from './run-script.ts'

const PATIENCE_MS = 10_000

const world: LaunchWorld = {
	findTexts: async (name) => (await resolveTxt(name).catch(() => [])).map((parts) => parts.join('')),
	hasMailServer: async (domain) => (await resolveMx(domain).catch(() => [])).some(({ exchange }) => exchange !== ''),
	async findLineWebhook({ accessToken, apiOrigin }) {
		try {
			const answer = await fetch(new URL('/v2/bot/channel/webhook/endpoint', apiOrigin), {
				signal: AbortSignal.timeout(PATIENCE_MS),
				redirect: 'error',
				headers: { authorization: `Bearer ${accessToken}` },
			})
			// LINE answers 404 for a channel without a webhook.
			if (answer.status === 404) return { endpoint: 'none', isActive: false }
			const said = (await answer.json()) as { endpoint?: string; active?: boolean }
			return answer.ok ? { endpoint: said.endpoint ?? 'none', isActive: said.active === true } : null
		} catch {
			return null
		}
	},
	async get(url) {
		try {
			const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' })
			return { status: answer.status, body: await answer.text() }
		} catch {
			return null
		}
	},
}

function figuresOf(now: Date): { expired: number; late: number } {
	const states = loadFacts().map((fact) => factState(fact, isoDay(now)).state)
	return { expired: states.filter((state) => state === 'expired').length, late: states.filter((state) => state === 'unchecked').length }
}

async function newestBackup({ backup }: Config): Promise<Date | null> {
	if (backup === null) return null
	const place = composeBackupPlace(backup.to)
	const [name] = await listBackups(place)
	return name === undefined ? null : new Date((await readBackup(place, name)).madeAt)
}

/** `npm run check:launch`: lists what the operator must have done before the launch. Ends with 1 while something is missing. */
await runScript(() =>
	withDatabase(async ({ db }, config) => {
		await migrateToLatest(db)
		const hasDemoContent = (await readMark(db, 'demo')) !== null
		const checks = await checkLaunch(
			config,
			{ staff: await readStaff({ db }), hasDemoContent, figures: figuresOf(new Date()), newestBackup: await newestBackup(config) },
			world,
			new Date(),
		)
		let part = ''
		for (const check of checks) {
			if (check.part !== part) console.log(`\n${check.part}`)
			part = check.part
			console.log(`  ${check.isMet ? 'met    ' : 'MISSING'}  ${check.what}: ${check.detail}`)
		}
		const missing = checks.filter(({ isMet }) => !isMet).length
		console.log(missing === 0 ? '\nEverything is met.' : `\n${missing} of ${checks.length} are missing.`)
		if (missing > 0) process.exitCode = 1
	}),
)
