/** A word of a protocol, among flows. */
export const askAll = (event: string): boolean => event === 'paystack.charge'
