import { randomUUID } from 'node:crypto'
import type { RouterContextProvider } from 'react-router'
import { textSlot } from '../../http/slots.ts'
import { slotsContext } from '../context.ts'
import { formToken } from '../session/form-token.server.ts'
import type { FormKeys } from './hidden-fields.tsx'

/** Idempotency key of a form, so that a repeated submit creates nothing new. */
export const newClientKey = (): string => randomUUID()

/** What the forms of a signed-in person carry; slots on a page that is kept for all of them. */
export const newFormKeys = (context: Readonly<RouterContextProvider>, request: Request): FormKeys => ({
	csrfToken: formToken(context, request),
	clientKey: context.get(slotsContext) ? textSlot('key') : newClientKey(),
})
