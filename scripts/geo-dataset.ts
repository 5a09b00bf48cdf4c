import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { computeGeography } from './geography/compute.ts'
import { DATASET, encodeDataset } from '../seed/geography/dataset.ts'
import { runScript } from './run-script.ts'

/** `npm run geo:dataset`: computes the geography from the packages and `content/geography/*.csv`, and writes the dataset that starts read. */
await runScript(async () => {
	const prepared = computeGeography()
	const packed = encodeDataset(prepared)
	await writeFile(DATASET, packed)
	const { municipalities, stations, postalCodes } = prepared.rows
	console.log(
		`${path.relative(process.cwd(), DATASET)}: ${municipalities.length} municipalities, ${stations.length} stations, ${postalCodes.length} postal codes, ${packed.length} bytes`,
	)
})
