import type { ShapesOf, TableRow } from '../shared/tables.ts'

export type ChangeState = TableRow<'office_changes'>['state']

declare module '../shared/tables.ts' {
	interface JsonShapes extends ShapesOf<{
		'office_drafts.content': Record<string, string | string[]>
		'office_changes.fields': Record<string, string | number | null>
	}> {}
}
