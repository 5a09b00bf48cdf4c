import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type ExportFile, MAX_EXPORT_BYTES, readAnswerExport } from '../src/domain/questions/imports/answer-export.ts'
import { type PlannedQuestion, planQuestions } from '../src/domain/questions/imports/question-imports.ts'
import { importQuestions } from '../src/domain/questions/imports/writing-imports.ts'
import { stages } from '../src/domain/questions/types.ts'
import { isDomainError } from '../src/domain/shared/errors.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { StartError } from '../src/platform/start-error.ts'
import { runScript, withDatabase } from './run-script.ts'

const USAGE = `npm run import:questions -- FILE… --source NAME [--category ID] [--stage ${stages.map(({ value }) => value).join('|')}] [--write]
FILE is a dump of the database of Apache Answer (.sql), or its tables question, answer, user, tag and tag_rel as question.json,
question.csv and so on. NAME, such as its address, tells exports apart. ID is the category of questions without a tag of ours.
Without --write it only says what would be done.`

const outcomes = { new: '取り込む', known: '取り込み済み', refused: '取り込まない' } as const

/** `npm run import:questions`: writes the questions and answers of an export of Apache Answer. */
await runScript(async () => {
	const { values, positionals } = readArguments()
	const stage = stages.find(({ value }) => value === (values.stage ?? 'sole'))?.value
	const source = (values.source ?? '').trim()
	if (positionals.length === 0 || source === '' || source.length > 200 || stage === undefined) throw new StartError(USAGE)
	const files = await Promise.all(positionals.map(readExportFile))
	return withDatabase(async ({ db }) => {
		await migrateToLatest(db)
		const ctx = { db, now: () => new Date() }
		try {
			const options = { source, stage, categoryId: values.category === undefined ? null : Number(values.category) }
			const planned = await planQuestions(ctx, readAnswerExport(files), options)
			for (const line of planned.flatMap(report)) console.log(line)
			const count = (outcome: PlannedQuestion['outcome']) => planned.filter((one) => one.outcome === outcome).length
			console.log(`${source}：取り込む${count('new')}件、取り込み済み${count('known')}件、取り込まない${count('refused')}件。`)
			if (!values.write) return console.log('まだ何も書き込んでいません。--write を付けると、取り込みます。')
			const { questions, answers, refused } = await importQuestions(ctx, source, planned)
			for (const { sourceId, note } of refused) console.log(`回答${sourceId}：取り込みませんでした。${note}`)
			console.log(`質問${questions}件と回答${answers}件を取り込みました。`)
		} catch (error) {
			if (isDomainError(error)) throw new StartError(Object.values(error.fields).join('\n'))
			throw error
		}
	})
})

async function readExportFile(file: string): Promise<ExportFile> {
	try {
		const { size } = await stat(file)
		if (size > MAX_EXPORT_BYTES) throw new StartError(`${file} is larger than ${MAX_EXPORT_BYTES / 1_048_576} MB.`)
		return { name: path.basename(file), text: await readFile(file, 'utf8') }
	} catch (error) {
		if (error instanceof StartError) throw error
		throw new StartError(`Cannot read ${file}: ${error instanceof Error ? error.message : ''}`)
	}
}

const report = ({ sourceId, title, outcome, notes, answers }: PlannedQuestion): string[] => [
	`質問${sourceId}「${title}」：${outcomes[outcome]}`,
	...notes.map((note) => `    ${note}`),
	...answers.flatMap((answer) => [
		`    回答${answer.sourceId}：${outcomes[answer.outcome]}${answer.isAccepted ? '（ベストアンサー）' : ''}`,
		...answer.notes.map((note) => `        ${note}`),
	]),
]

function readArguments() {
	try {
		return parseArgs({
			allowPositionals: true,
			options: { source: { type: 'string' }, category: { type: 'string' }, stage: { type: 'string' }, write: { type: 'boolean' } },
		})
	} catch {
		throw new StartError(USAGE)
	}
}
