import { createReadStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { authorName, importArticles, type PlannedArticle, planArticles } from '../src/domain/articles/imports/article-imports.ts'
import { readWxr } from '../src/domain/articles/imports/wxr-file.ts'
import { isDomainError } from '../src/domain/shared/errors.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { StartError } from '../src/platform/start-error.ts'
import { runScript, withDatabase } from './run-script.ts'

const USAGE = `npm run import:articles -- FILE.xml [--author MAIL] [--write]
FILE.xml is an export of WordPress. Without --write it only says what would be done. MAIL names the expert who gets the
articles of authors without an account here; without it they become drafts of the editors.`

const outcomes = { new: '下書きにする', known: '取り込み済み', refused: '取り込まない' } as const

/** `npm run import:articles`: makes drafts of the articles of an export of WordPress. */
await runScript(async () => {
	const { values, positionals } = readArguments()
	const [file, ...others] = positionals
	if (file === undefined || others.length > 0) throw new StartError(USAGE)
	return withDatabase(async ({ db }) => {
		await migrateToLatest(db)
		const ctx = { db, now: () => new Date() }
		try {
			const exported = await readWxr(createReadStream(file))
			const planned = await planArticles(ctx, exported, values.author ?? null)
			for (const line of planned.flatMap(report)) console.log(line)
			const count = (outcome: PlannedArticle['outcome']) => planned.filter((one) => one.outcome === outcome).length
			console.log(`${exported.source}：下書きにする${count('new')}件、取り込み済み${count('known')}件、取り込まない${count('refused')}件。`)
			if (values.write) console.log(`${await importArticles(ctx, exported.source, planned)}件の下書きを作りました。`)
			else console.log('まだ何も書き込んでいません。--write を付けると、下書きを作ります。')
		} catch (error) {
			if (isDomainError(error)) throw new StartError(Object.values(error.fields).join('\n'))
			if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
				throw new StartError(`Cannot read the file: ${error.message}`)
			throw error
		}
	})
})

const report = (one: PlannedArticle): string[] => [
	`${one.sourceId}「${one.title}」：${outcomes[one.outcome]}${one.outcome === 'new' ? `（${authorName(one)}）` : ''}`,
	...one.notes.map((note) => `    ${note}`),
]

function readArguments() {
	try {
		return parseArgs({ allowPositionals: true, options: { author: { type: 'string' }, write: { type: 'boolean' } } })
	} catch {
		throw new StartError(USAGE)
	}
}
