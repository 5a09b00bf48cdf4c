import { z } from 'zod'
import { readYamlFile } from './read-yaml.ts'

/** Searches in people's own words with what a good first page holds: see README.md. */

const searched = { search: z.string().min(2) }

const questionSearch = z.strictObject({
	...searched,
	/** Regular expressions, of which one must match the question. */
	about: z.array(z.string()).default([]),
	/** Tasks, of which it must have one. */
	tasks: z.array(z.number().int()).default([]),
})

const officeSearch = z.strictObject({
	...searched,
	/** Tasks or categories whose list is right. */
	scope: z.array(z.number().int()).default([]),
	/** Names of the area of the list. */
	place: z.array(z.string()).default([]),
	profession: z.string().optional(),
	flags: z.array(z.string()).default([]),
	/** A facet that is shown as understood. */
	chip: z.string().optional(),
	/** What must not be shown. */
	not: z.string().optional(),
})

const suggestionSearch = z.strictObject({
	...searched,
	/** Names, of which one must be offered. */
	expect: z.array(z.string()).default([]),
	/** Names, of which none may be. */
	expectNot: z.array(z.string()).default([]),
})

const judgedSchema = z.strictObject({
	questions: z.array(questionSearch),
	offices: z.array(officeSearch),
	suggestions: z.array(suggestionSearch),
})

export type QuestionSearch = z.infer<typeof questionSearch>
export type OfficeSearch = z.infer<typeof officeSearch>
export type SuggestionSearch = z.infer<typeof suggestionSearch>
export type JudgedHalf = z.infer<typeof judgedSchema>

export const halves = ['tuning', 'held-back'] as const
export type Half = (typeof halves)[number]

export const readHalf = (half: Half): JudgedHalf => readYamlFile(new URL(`./${half}.yaml`, import.meta.url), judgedSchema)
