import type { ProviderName } from '../../domain/accounts/sign-in/popup-channel.ts'

export const providerNames: Record<ProviderName, string> = { google: 'Google', facebook: 'Facebook', line: 'LINE' }
