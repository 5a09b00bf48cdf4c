import { userChangeSchema } from '../../domain/accounts/schemas.ts'
import type { UserChange } from '../../domain/accounts/users.ts'
import { textOf } from '../forms/read-form.ts'

/** An absent field and one that is undefined are the same to the domain. */
export const userFormSchema = userChangeSchema.transform((change): UserChange =>
	Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
)

/** The fields of a person that a form may hold; those it does not hold stay as they are. */
export function readUserForm(form: FormData, known: { categoryIds: readonly number[] }) {
	const text = (name: string) => (form.has(name) ? textOf(form, name) : undefined)
	const role = text('businessRole')
	const chosen = form.getAll('category').map(Number)
	return {
		firstName: text('firstName'),
		lastName: text('lastName'),
		businessRole: role === '' ? null : role,
		...(form.has('categories') ? { categoryIds: known.categoryIds.filter((id) => chosen.includes(id)) } : {}),
		...(form.has('privacy') ? { anonymize: form.has('anonymize') } : {}),
		...(form.has('mail') ? { receiveEmail: form.get('receiveEmail') === 'on' } : {}),
	}
}
