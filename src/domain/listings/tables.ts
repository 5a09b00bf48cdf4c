import type { TableRow } from '../shared/tables.ts'

export type SuggestionKind = TableRow<'suggestion_terms'>['kind']
