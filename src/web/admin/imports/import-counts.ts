import { importStateLabels } from '../../../domain/experts/imports/import-input.ts'
import type { ImportCounts } from '../../../domain/experts/imports/office-imports.ts'

/** 「返事待ち 12件・同意 3件」; states without a row are left out. */
export const countsText = (counts: ImportCounts): string =>
	(Object.keys(importStateLabels) as (keyof ImportCounts)[])
		.filter((state) => counts[state] > 0)
		.map((state) => `${importStateLabels[state]} ${counts[state].toLocaleString('ja-JP')}件`)
		.join('・')
