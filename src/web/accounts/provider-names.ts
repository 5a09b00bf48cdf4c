import type { ProviderName } from '../../api/account-calls.ts'

export const providerNames: Record<ProviderName, string> = { google: 'Google', facebook: 'Facebook' }
