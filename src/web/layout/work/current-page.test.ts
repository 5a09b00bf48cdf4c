import { expect, test } from 'vitest'
import { currentPage } from './current-page.ts'

const items = [
	{ to: '/admin', end: true },
	{ to: '/admin/billing' },
	{ to: '/admin/billing/refunds' },
	{ to: '/admin/queues/contacts', also: '/admin/contacts' },
]

test('marks the page of the navigation that is nearest above the current one', () => {
	expect(currentPage(items, '/admin')).toBe('/admin')
	expect(currentPage(items, '/admin/billing/invoices')).toBe('/admin/billing')
	expect(currentPage(items, '/admin/billing/refunds')).toBe('/admin/billing/refunds')
	expect(currentPage(items, '/admin/billings')).toBeUndefined()
	expect(currentPage(items, '/admin/contacts/12')).toBe('/admin/queues/contacts')
})
