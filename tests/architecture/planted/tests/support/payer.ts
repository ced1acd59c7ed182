export const payer = 1
