import { notFound } from '../../../domain/shared/errors.ts'
import { isItemKind, type ItemKind, type ItemName } from '../../../domain/taxonomy/editing/item-fields.ts'

const keys: Readonly<Record<ItemKind, RegExp>> = {
	category: /^[1-9]\d?$/,
	task: /^[1-9]\d{2,3}$/,
	part: /^[1-9]\d{1,4}$/,
	useCase: /^[1-9]\d{2,3}-[1-9]\d?$/,
	tool: /^[a-z0-9-]{1,60}$/,
}

/** The item of an address. Throws not-found for anything that can be none. */
export function itemNameOf({ kind = '', key = '' }: { kind?: string | undefined; key?: string | undefined }): ItemName {
	if (!isItemKind(kind) || !keys[kind].test(key)) throw notFound('item')
	return { kind, key: kind === 'useCase' ? key.replace('-', '/') : key }
}
