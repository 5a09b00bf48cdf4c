import { fieldsOf } from '../../forms/read-form.ts'

const lists = ['channels', 'plans', 'prefectureIds', 'professionIds'] as const

/** The fields of the form; boxes that may be ticked several times are lists. */
export const fieldsOfAnnouncement = (form: FormData): Record<string, unknown> => ({
	...fieldsOf(form),
	...Object.fromEntries(lists.map((name) => [name, form.getAll(name)])),
})
