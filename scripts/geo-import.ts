import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type ImportResult, importStations } from '../seed/geography/import-stations.ts'
import { createProgress } from '../src/platform/progress.ts'
import { StartError } from '../src/platform/start-error.ts'
import { runScript, withDatabase } from './run-script.ts'

/** `npm run geo:import -- FILE`: replaces the packaged stations by the ministry's N02 station GeoJSON. */
await runScript(async () => {
	const [file, ...more] = process.argv.slice(2)
	if (!file || more.length > 0) throw new StartError('npm run geo:import -- FILE takes one file: N02-XX_Station.geojson.')
	const text = await readFile(path.resolve(process.env['INIT_CWD'] ?? '.', file), 'utf8').catch((error: unknown) => {
		throw new StartError(`${file} cannot be read.`, error)
	})
	await withDatabase(async ({ db }) => {
		const progress = createProgress((line) => console.log(line))
		await progress.step('Stations', (detail) => importStations(db, { name: path.basename(file), text }, detail), summaryOf)
	})
})

function summaryOf({ stations, lines, kept, added, removed }: ImportResult): string {
	return `${stations} stations on ${lines} lines, ${kept} kept, ${added} new, ${removed} gone`
}
