import { expect, test } from 'vitest'
import { readAddressBlock } from './address-blocks.ts'

test.each([
	['203.0.113.7', '203.0.113.7/32'],
	['203.0.113.7/24', '203.0.113.0/24'],
	['２０３.0.113.0／24', '203.0.113.0/24'],
	['0.0.0.0/0', '0.0.0.0/0'],
	['::ffff:203.0.113.7', '203.0.113.7/32'],
	['2001:DB8:1:2:3::9', '2001:db8:1::/48'],
	['2001:db8:1:2::/64', '2001:db8:1::/48'],
	['2001:db8::/32', '2001:db8::/32'],
])('%s is the block %s', (typed, block) => expect(readAddressBlock(typed)).toBe(block))

test.each([
	'',
	'203.0.113',
	'203.0.113.256',
	'203.0.113.0/33',
	'203.0.113.0/',
	'203.0.113.0/24/8',
	'2001:db8::/129',
	'fe80::1%eth0',
	'0x7f000001',
	'example.com',
	'1',
])('%j is no block', (typed) => expect(readAddressBlock(typed)).toBeNull())
