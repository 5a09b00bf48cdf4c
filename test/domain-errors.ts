import { isDomainError } from '../src/domain/shared/errors.ts'

/** Returns the kind of the domain error that `promise` rejects with and the sentences of its fields; 'none' where it fulfils. */
export async function domainErrorOf(promise: Promise<unknown>): Promise<{ kind: string; sentences: string }> {
	try {
		await promise
	} catch (error) {
		if (isDomainError(error)) return { kind: error.kind, sentences: Object.values(error.fields).join(' ') }
		throw error
	}
	return { kind: 'none', sentences: '' }
}
