export const secretKey = 'k'
