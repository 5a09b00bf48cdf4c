import { expect, test } from 'vitest'
import { createRecentClients } from './recent-clients.ts'

const remember = () => createRecentClients<{ forMs: number }>(({ forMs }, ms) => ms >= forMs)

test('forgets clients once nothing about them matters, and no others', () => {
	const clients = remember()
	for (let at = 0; at < 1_000; at += 1) clients.put(`client ${at}`, { forMs: 10, at })
	expect(clients.size()).toBe(10)
	expect(clients.get('client 989')).toBeUndefined()
	expect(clients.get('client 990')).toEqual({ forMs: 10, at: 990 })
})

test('a client that comes again is as new', () => {
	const clients = remember()
	for (let at = 0; at < 100; at += 1) {
		clients.put('again', { forMs: 10, at })
		clients.put(`client ${at}`, { forMs: 10, at })
	}
	expect(clients.get('again')).toEqual({ forMs: 10, at: 99 })
})

test('remembers twenty thousand at most', () => {
	const clients = remember()
	for (let at = 0; at < 20_005; at += 1) clients.put(`client ${at}`, { forMs: Infinity, at })
	expect(clients.size()).toBe(20_000)
	expect(clients.get('client 4')).toBeUndefined()
	expect(clients.get('client 5')).toBeDefined()
})
