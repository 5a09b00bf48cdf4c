import type { ArticleOutcome } from '../../../domain/articles/imports/import-outcomes.ts'
import type { ArticleImport } from '../../../domain/articles/imports/import-runs.ts'

/** Before the drafts are made. */
export const outcomeLabels: Readonly<Record<ArticleOutcome, string>> = {
	new: '下書きにする',
	known: '取り込み済み',
	refused: '取り込まない',
}

/** 「下書きにする 12件・取り込まない 3件」, or what was made of them; outcomes without an article are left out. */
export function articleCountsText({ counts, importedAt, made }: ArticleImport): string {
	const shown: [string, number][] = [
		importedAt === null ? [outcomeLabels.new, counts.new] : ['下書きにした', made],
		[outcomeLabels.known, counts.known + (importedAt === null ? 0 : counts.new - made)],
		[outcomeLabels.refused, counts.refused],
	]
	return shown.flatMap(([label, count]) => (count > 0 ? `${label} ${count.toLocaleString('ja-JP')}件` : [])).join('・')
}
