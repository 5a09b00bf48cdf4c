import type { Generated, JSONColumnType } from 'kysely'
import type { FeeBasis, Faq, ToolKind } from './types.ts'
import type { IsoDate } from '../shared/column-types.ts'

export type ProfessionsTable = {
	id: number
	slug: string
	name: string
	kana: string
	short_name: string
	register: string
	registration_pattern: string
	summary: string
	title_law: string | null
}

export type TaskCategoriesTable = {
	id: number
	slug: string
	name: string
	kana: string
	summary: string
	body: string[]
	synonyms: string[]
	position: number
}

export type TasksTable = {
	id: number
	task_category_id: number
	slug: string
	name: string
	kana: string
	synonyms: string[]
	summary: string
	body: string[]
	exclusive_law: string | null
	fee_basis: FeeBasis
	fee_min: number
	fee_max: number
	fee_note: string
	lead_time: string
	documents: string[]
	faq: JSONColumnType<Faq[]>
	valid_until: IsoDate | null
	position: number
	published_at: Date | null
}

export type TaskProfessionsTable = { task_id: number; profession_id: number; position: number }

export type UseCasesTable = {
	id: Generated<number>
	task_id: number
	title: string
	persona: string
	before_text: string
	after_text: string
	days: number
	cost: number
	position: number
}

export type ToolsTable = {
	id: Generated<number>
	slug: string
	name: string
	url: string | null
	kind: ToolKind
	price_note: string
	summary: string
	body: string[]
	advertised_at: Date | null
	checked_on: IsoDate
}

export type TaskToolsTable = { task_id: number; tool_id: number; position: number }

export type TaxonomyTables = {
	professions: ProfessionsTable
	task_categories: TaskCategoriesTable
	tasks: TasksTable
	task_professions: TaskProfessionsTable
	use_cases: UseCasesTable
	tools: ToolsTable
	task_tools: TaskToolsTable
}

declare module '../shared/context.ts' {
	interface Database extends TaxonomyTables {}
}
