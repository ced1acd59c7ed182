// As spec 1 §8 says.
export const jobs = []
