import { expect, test } from 'vitest'
import { groupByCase } from './case-groups.ts'

test('notices of one case stand together at the place of its newest, and all others alone', () => {
	const paths = ['/mypage/leads/8', '/qa/5#answer-9', '/mypage/leads/80', '/mypage/leads/8#last', '/qa/5#answer-7', '/mypage/leads/8/quote']
	const groups = groupByCase(paths.map((path) => ({ path })))
	expect(groups.map(({ newest, earlier }) => [newest.path, ...earlier.map(({ path }) => path)])).toEqual([
		['/mypage/leads/8', '/mypage/leads/8#last', '/mypage/leads/8/quote'],
		['/qa/5#answer-9'],
		['/mypage/leads/80'],
		['/qa/5#answer-7'],
	])
})
