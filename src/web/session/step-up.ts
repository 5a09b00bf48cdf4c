import type { IdentityFormState } from '../forms/identity-form-state.ts'
import type { WaysToProve } from './reauthentication.tsx'

/** The fields of the login renewal in a staff form; no form of /admin has others of these names. */
export const STEP_UP_FIELDS: readonly string[] = ['accountEmail', 'currentPassword', 'code']

/** A staff form that is held until its sender has logged in again. */
export type StepUpData = {
	stepUp: true
	/** Everything that was typed, by the names of its fields. */
	typed: readonly (readonly [string, string])[]
	/** Null where the session has ended. */
	ways: WaysToProve | null
	failed: IdentityFormState | null
	csrfToken: string
}

export const isStepUp = (thrown: unknown): thrown is StepUpData => typeof thrown === 'object' && thrown !== null && 'stepUp' in thrown
