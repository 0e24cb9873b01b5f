/** The part of jStat that the check uses: cumulative distribution functions. */
declare module "jstat" {
  export const jStat: {
    studentt: { cdf(x: number, dof: number): number };
    centralF: { cdf(x: number, df1: number, df2: number): number };
    chisquare: { cdf(x: number, dof: number): number };
    normal: { cdf(x: number, mean: number, std: number): number };
  };
  const all: { jStat: typeof jStat };
  export default all;
}
