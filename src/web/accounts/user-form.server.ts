import { userChangeSchema } from '../../domain/accounts/schemas.ts'
import type { UserChange } from '../../domain/accounts/users.ts'
import { parseInput } from '../../domain/shared/parse-input.ts'
import { textOf } from '../forms/read-form.ts'

/** The fields of a person that a form may hold; those it does not hold stay as they are. */
export function parseUserForm(form: FormData, known: { categoryIds: readonly number[] }): UserChange {
	const text = (name: string) => (form.has(name) ? textOf(form, name) : undefined)
	const role = text('businessRole')
	const chosen = form.getAll('category').map(Number)
	const change = parseInput(userChangeSchema, {
		firstName: text('firstName'),
		lastName: text('lastName'),
		businessRole: role === '' ? null : role,
		...(form.has('categories') ? { categoryIds: known.categoryIds.filter((id) => chosen.includes(id)) } : {}),
		...(form.has('privacy') ? { anonymize: form.has('anonymize') } : {}),
		...(form.has('mail') ? { receiveEmail: form.get('receiveEmail') === 'on' } : {}),
	})
	// An absent field and one that is to be undefined are the same to the domain.
	return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
