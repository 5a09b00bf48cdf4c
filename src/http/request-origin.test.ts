import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'
import { clientAddress, clientBlock, requestOrigin } from './request-origin.ts'

const PROXY = '203.0.113.9'

function addressBehindProxies(forwarded: string | undefined, trustProxy: number): string {
	const socket = new Socket()
	Object.defineProperty(socket, 'remoteAddress', { value: PROXY })
	const request = new IncomingMessage(socket)
	if (forwarded !== undefined) request.headers['x-forwarded-for'] = forwarded
	return clientAddress(request, trustProxy)
}

test.each([
	['192.0.2.1', '192.0.2.1'],
	['192.0.2.1:567', '192.0.2.1'],
	['[2001:db8::1]:443', '2001:db8::1'],
	['[2001:db8::1]', '2001:db8::1'],
	['2001:db8::1', '2001:db8::1'],
	['198.51.100.7, 192.0.2.1:80', '192.0.2.1'],
])('reads the address of X-Forwarded-For %j as %s', (forwarded, address) => {
	expect(addressBehindProxies(forwarded, 1)).toBe(address)
})

test.each([
	'unknown',
	'_hidden',
	'1.2.3',
	'1.2.3.4.5',
	'999.1.1.1',
	'1.2.3.4:port',
	'1.2.3.4:1234567',
	'[1.2.3.4',
	'2001:db8::1]:443',
	'[2001:db8::zz]:443',
	'example.com:80',
	'192.0.2.1, garbage',
	'"192.0.2.1"',
	'',
])('counts a caller with X-Forwarded-For %j by the proxy that sent it', (forwarded) => {
	expect(addressBehindProxies(forwarded, 1)).toBe(PROXY)
})

test('does not believe a chain that is shorter than the trusted proxies', () => {
	expect(addressBehindProxies('192.0.2.1', 2)).toBe(PROXY)
	expect(addressBehindProxies('198.51.100.7, 192.0.2.1', 2)).toBe('198.51.100.7')
	expect(addressBehindProxies('192.0.2.1', 0)).toBe(PROXY)
})

test('counts an IPv6 /48 as one client', () => {
	expect(clientBlock('2001:db8:1:22ff::1')).toBe('2001:db8:1::/48')
	expect(clientBlock('2001:0DB8:0001:2300:aaaa::2')).toBe('2001:db8:1::/48')
	expect(clientBlock('2001:db8:2::1')).toBe('2001:db8:2::/48')
	expect(clientBlock('2001:db8::1')).toBe('2001:db8:0::/48')
	expect(clientBlock('1:2:3:4:5:6:7:8')).toBe('1:2:3::/48')
	expect(clientBlock('64:ff9b::192.0.2.1')).toBe('64:ff9b:0::/48')
	expect(clientBlock('fe80::1%eth0')).toBe('fe80:0:0::/48')
	expect(clientBlock('::1')).toBe('0:0:0::/48')
	expect(clientBlock('::ffff:192.0.2.1')).toBe('192.0.2.1')
})

test('puts all unparsable addresses into one block', () => {
	expect(new Set(['', 'a', 'b', '1.2.3', ':::'].map(clientBlock))).toEqual(new Set(['unknown']))
})

test('limits the holder of an IPv6 /48 like one client', () => {
	const limiter = createRateLimiter({ burst: 3, perSecond: 1 }, () => 0)
	const waits = Array.from({ length: 256 }, (_, i) => limiter.take(`2001:db8:1:${i.toString(16)}00::1`))
	expect(waits.filter((wait) => wait === null)).toHaveLength(3)
})

test.each([
	['https://a.example', 'evil.example', 'https://a.example'],
	['https://a.example', '127.0.0.1:3000', 'https://a.example'],
	['http://localhost:3000', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
	['http://localhost:3000', '192.168.1.20:3000', 'http://localhost:3000'],
	['http://localhost:3000', '10.0.0.1:3000', 'http://localhost:3000'],
	['http://localhost:3000', '172.16.0.1:3000', 'http://localhost:3000'],
	['http://192.168.1.20:3000', '192.168.1.20:3000', 'http://192.168.1.20:3000'],
	['http://localhost:3000', '[::1]:3000', 'http://[::1]:3000'],
	['http://localhost:3000', 'rebound.example:3000', 'http://localhost:3000'],
	['http://localhost:3000', 'localhost.evil.example', 'http://localhost:3000'],
	['http://localhost:3000', undefined, 'http://localhost:3000'],
])('under %s a request to %j is for %s', (publicUrl, host, origin) => {
	expect(requestOrigin(host, publicUrl)).toBe(origin)
})
