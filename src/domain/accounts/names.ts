import type { Provider } from './tables.ts'

/** Pure. Names at user creation (spec section 3): Google's are left empty, and LINE's nicknames too; Facebook's display name is split. */
export function namesOf(provider: Provider | 'password', displayName: string): { firstName: string; lastName: string } {
	if (provider !== 'facebook') return { firstName: '', lastName: '' }
	const parts = displayName.split(' ')
	const [last = '', first = ''] = parts
	if (parts.length === 2 && first !== '' && last !== '') return { firstName: first.slice(0, 100), lastName: last.slice(0, 100) }
	return { firstName: '', lastName: displayName.slice(0, 100) }
}
