/** Replaces every mail address in a text. */
export const withoutAddresses = (text: string): string => text.replaceAll(/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+/g, '…@…')
