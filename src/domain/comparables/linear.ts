/** Symmetric systems of a few hundred equations, by Cholesky's decomposition. */

/**
 * Decomposes a positive definite matrix of `n` rows in place, of which the lower triangle is read:
 * it then holds the factor. False where the matrix is not positive definite.
 */
export function decompose(matrix: Float64Array, n: number): boolean {
  for (let row = 0; row < n; row += 1) {
    const at = row * n;
    for (let column = 0; column <= row; column += 1) {
      const other = column * n;
      const sum = (matrix[at + column] ?? 0) - product(matrix, at, other, column);
      if (column < row) matrix[at + column] = sum / (matrix[other + column] ?? 1);
      else if (!(sum > 0)) return false;
      else matrix[at + row] = Math.sqrt(sum);
    }
  }
  return true;
}

/** The product of the first values of two rows, in two sums that are computed side by side. */
function product(matrix: Float64Array, at: number, other: number, count: number): number {
  let even = 0;
  let odd = 0;
  let k = 0;
  for (; k + 1 < count; k += 2) {
    even += (matrix[at + k] ?? 0) * (matrix[other + k] ?? 0);
    odd += (matrix[at + k + 1] ?? 0) * (matrix[other + k + 1] ?? 0);
  }
  if (k < count) even += (matrix[at + k] ?? 0) * (matrix[other + k] ?? 0);
  return even + odd;
}

/** Solves the system of a decomposed matrix for one right side. */
export function solve(factor: Float64Array, n: number, right: Float64Array): Float64Array {
  const x = Float64Array.from(right);
  for (let row = 0; row < n; row += 1) {
    let sum = x[row] ?? 0;
    for (let k = 0; k < row; k += 1) sum -= (factor[row * n + k] ?? 0) * (x[k] ?? 0);
    x[row] = sum / (factor[row * n + row] ?? 1);
  }
  for (let row = n - 1; row >= 0; row -= 1) {
    let sum = x[row] ?? 0;
    for (let k = row + 1; k < n; k += 1) sum -= (factor[k * n + row] ?? 0) * (x[k] ?? 0);
    x[row] = sum / (factor[row * n + row] ?? 1);
  }
  return x;
}

/** The sum of products of two vectors of one length. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
