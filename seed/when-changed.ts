import { type ChildProcess, fork } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Kysely } from 'kysely'
import type { Database } from '../src/domain/shared/context.ts'
import { isoDay } from '../src/domain/shared/japan-time.ts'
import { hashSources } from '../src/platform/source-hash.ts'
import { startFlags } from '../src/platform/start-flags.ts'
import { StartError } from '../src/platform/start-error.ts'
import { readMark, writeMark } from './marks.ts'
import type { SeedAnswer, SeedRequest } from './process.ts'

/** Whatever decides what the seed brings in. */
const SOURCES = ['content', 'seed', 'src/domain', 'package-lock.json']

type Options = SeedRequest & {
	root: string
	signal: AbortSignal
	/** Of `prepareSeed`; without one it is started where there is something to seed. */
	prepared?: ChildProcess
	onProgress: (line: string) => void
}

/**
 * Starts the process that seeds an empty database, which loads its code and the geography while the schema is made. Pass it to
 * `seedWhenChanged`; it ends with this process or by `signal`.
 */
export const prepareSeed = ({ root, signal }: Pick<Options, 'root' | 'signal'>): ChildProcess => startSeed(root, signal, ['--empty'])

function startSeed(root: string, signal: AbortSignal, args: readonly string[]): ChildProcess {
	// Of what the server was started with, only where compiled sources are: a seed needs far more memory.
	const { NODE_COMPILE_CACHE: compiled } = startFlags().env
	const child = fork(path.join(root, 'seed/process.ts'), args, {
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		env: compiled === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: compiled },
		signal,
	})
	// Reported by `seedInChild`; an abort before that is no news.
	child.on('error', () => undefined)
	return child
}

/**
 * Seeds at the start of the server, unless neither texts nor code nor a dated fact changed since that last ran on this database. It
 * runs in a separate process, because it needs many times the memory of the site. Returns whether it ran.
 */
export async function seedWhenChanged(db: Kysely<Database>, options: Options): Promise<boolean> {
	const sources = `${await hashSources(options.root, SOURCES)} ${await latestFactDay(options.root, isoDay(Date.now()))}${options.demo ? ' with demo' : ''}${options.accounts ? ', open' : ''}`
	if ((await readMark(db, 'sources')) === sources) {
		options.prepared?.disconnect()
		return false
	}
	await seedInChild(options)
	await writeMark(db, 'sources', sources)
	return true
}

async function seedInChild({ url, demo, accounts, root, signal, prepared, onProgress }: Options): Promise<void> {
	const child = prepared ?? startSeed(root, signal, [])
	await new Promise<void>((resolve, reject) => {
		let failed = 'it ended before it was done'
		child.on('message', (message: SeedAnswer) => {
			if ('line' in message) onProgress(message.line)
			else if ('done' in message) resolve()
			else failed = message.failed
		})
		child.on('error', reject)
		const ended = () => reject(new StartError(`The content could not be brought into the database: ${failed}.`))
		child.on('exit', ended)
		if (child.connected) child.send({ url, demo, accounts } satisfies SeedRequest)
		else ended()
	})
}

/** The last day up to today that content/facts names: texts are loaded again when a fact takes another value. */
async function latestFactDay(root: string, today: string): Promise<string> {
	const folder = path.join(root, 'content/facts')
	const files = await Promise.all((await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')))
	const days = files.flatMap((text) => text.match(/\d{4}-\d{2}-\d{2}/g) ?? [])
	return days.reduce((latest, day) => (day <= today && day > latest ? day : latest), '')
}
