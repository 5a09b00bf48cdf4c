import { describe, expect, test } from 'vitest'
import type { RecentStaffCtx, StaffCtx } from '../../domain/accounts/staff.ts'
import { noFields } from './form-fields.server.ts'
import { pageAction, staffAction } from './page-action.server.ts'

const routine = { look: { input: noFields, run: (_ctx: StaffCtx) => Promise.resolve('seen') } }
const verdict = { decide: { input: noFields, run: (_ctx: RecentStaffCtx) => Promise.resolve('decided') } }

// The type check fails where an expected error is none.
describe('the compiler refuses a staff function', () => {
	test('in the action of a page for everybody', () => {
		// @ts-expect-error -- its ctx may be anybody's
		expect(pageAction(routine)).toBeTypeOf('function')
		expect(staffAction(['support'], 'routine', routine)).toBeTypeOf('function')
	})

	test('that takes a recent login, where none is checked', () => {
		// @ts-expect-error -- its ctx may have a login of last week
		expect(staffAction(['reviewer'], 'routine', verdict)).toBeTypeOf('function')
		expect(staffAction(['reviewer'], 'verdict', verdict)).toBeTypeOf('function')
	})
})
