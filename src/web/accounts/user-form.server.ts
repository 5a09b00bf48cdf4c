import { userChangeSchema } from '../../domain/accounts/schemas.ts'
import type { UserChange } from '../../domain/accounts/users.ts'
import { DomainError } from '../../domain/shared/errors.ts'
import { textOf } from '../forms/identity-form-state.ts'

/** The fields of a person that a form may hold; those it does not hold stay as they are. */
export function parseUserForm(form: FormData, known: { categoryIds: readonly number[] }): UserChange {
	const text = (name: string) => (form.has(name) ? textOf(form, name) : undefined)
	const role = text('businessRole')
	const chosen = form.getAll('category').map(Number)
	const parsed = userChangeSchema.safeParse({
		firstName: text('firstName'),
		lastName: text('lastName'),
		businessRole: role === '' ? null : role,
		...(form.has('categories') ? { categoryIds: known.categoryIds.filter((id) => chosen.includes(id)) } : {}),
		...(form.has('privacy') ? { anonymize: form.has('anonymize') } : {}),
		...(form.has('mail') ? { receiveEmail: form.get('receiveEmail') === 'on' } : {}),
	})
	if (!parsed.success) {
		const fields: Record<string, string> = {}
		for (const issue of parsed.error.issues) fields[String(issue.path[0])] ??= issue.message
		throw new DomainError('invalid', 'The form has faults', { fields })
	}
	const { data } = parsed
	// An absent field and one that is to be undefined are the same to the domain.
	return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined))
}
