/* Rust's standard library gets random bytes from this Windows library, which Wine before 9 lacks. */
unsigned char __stdcall SystemFunction036(void *buffer, unsigned long length);

__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *buffer, unsigned long long length) {
    return SystemFunction036(buffer, (unsigned long)length);
}
