import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { importTemplate, readImportFile } from '../src/domain/experts/imports/import-file.ts'
import { countImport, importByCommand, listFaults } from '../src/domain/experts/imports/office-imports.ts'
import { isDomainError } from '../src/domain/shared/errors.ts'
import { migrateToLatest } from '../src/platform/migrator.ts'
import { StartError } from '../src/platform/start-error.ts'
import { runScript, withDatabase } from './run-script.ts'

const USAGE = `npm run import:offices -- --template
npm run import:offices -- FILE.csv --source TEXT [--send]
TEXT says where the addresses come from; the mail quotes it. Without --send nothing is sent: an admin confirms on /admin/import.`

/** `npm run import:offices`: checks a file of offices and, with --send, invites the people in it by mail. */
await runScript(async () => {
	const { values, positionals } = readArguments()
	if (values.template) return void process.stdout.write(importTemplate())
	const [file, ...others] = positionals
	if (file === undefined || others.length > 0 || values.source === undefined) throw new StartError(USAGE)
	const bytes = await readFile(path.resolve(process.env['INIT_CWD'] ?? '.', file)).catch((error: Error) => {
		throw new StartError(`Cannot read the file: ${error.message}`)
	})
	return withDatabase(async ({ db }) => {
		await migrateToLatest(db)
		const ctx = { db, now: () => new Date() }
		try {
			const given = { fileName: path.basename(file), source: values.source ?? '', rows: readImportFile(bytes), sends: values.send ?? false }
			const id = await importByCommand(ctx, given)
			for (const { line, faults } of await listFaults(ctx, id))
				for (const { column, sentence } of faults) console.log(`${line}行目${column === '' ? '' : `「${column}」`}：${sentence}`)
			const { ready, waiting, faulty, known } = await countImport(ctx, id)
			console.log(`取り込み${id}：案内${ready + waiting}件、直すところのある行${faulty}件、対象外${known}件。`)
			console.log(
				waiting > 0
					? '案内は、運営者の設定があるサイトが1分ごとに少しずつ送ります。'
					: `まだ何も送っていません。/admin/import/${id} で確かめて送れます。`,
			)
		} catch (error) {
			if (isDomainError(error)) throw new StartError(Object.values(error.fields).join('\n'))
			throw error
		}
	})
})

function readArguments() {
	try {
		return parseArgs({
			allowPositionals: true,
			options: { source: { type: 'string' }, send: { type: 'boolean' }, template: { type: 'boolean' } },
		})
	} catch {
		throw new StartError(USAGE)
	}
}
