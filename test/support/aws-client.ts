/** The options of an AWS client whose service is a fake at this address. */
export const awsAt = (endpoint: string) => ({
  ...{ endpoint, region: "eu-west-1" },
  credentials: { accessKeyId: "test", secretAccessKey: "test" },
});
