import { expect, test } from 'vitest'
import { checkedTarget, ExternalNavigationError } from './external-navigation.ts'

const here = 'https://shirube.example/search?q=a'
const allowed = ['https://faq.example']

test('allows pages of our own and those of the settings', () => {
	expect(checkedTarget('/office/1?page=2#fees', here, allowed)).toBe('https://shirube.example/office/1?page=2#fees')
	expect(checkedTarget('?q=b', here, allowed)).toBe('https://shirube.example/search?q=b')
	expect(checkedTarget('https://faq.example/start', here, allowed)).toBe('https://faq.example/start')
})

test.each([
	'https://elsewhere.example/',
	'//elsewhere.example/office/1',
	'/\\elsewhere.example',
	'http://shirube.example/',
	'https://shirube.example:8443/',
	'https://faq.example.elsewhere.example/',
	'javascript:alert(1)',
	'data:text/html,a',
	'blob:https://shirube.example/a',
])('%s raises an error', (target) => {
	expect(() => checkedTarget(target, here, allowed)).toThrow(ExternalNavigationError)
})
