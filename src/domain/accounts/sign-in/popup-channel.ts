import type { AuthErrorCode } from '../catalogue.ts'

export type ProviderName = 'google' | 'facebook' | 'line'

/**
 * The popup's address: `/api/identity/popup?provider=google&attempt=…` and for linking `&intent=…`. `attempt` is made
 * by the page (8 to 64 of A–Z a–z 0–9 _ -) so that it knows its own result among those of other tabs.
 */
export const POPUP_PATH = '/api/identity/popup'

/** Name of the BroadcastChannel on which the popup sends its result before it closes. */
export const POPUP_CHANNEL = 'identity-popup'

export type PopupMessage = { attempt: string; provider: ProviderName } & ({ ticket: string } | { error: AuthErrorCode })
