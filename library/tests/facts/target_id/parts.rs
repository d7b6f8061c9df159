//! The parts of IDs, and the positions of errors. Clang Offload Bundler, "Bundle Entry ID" and "Target ID"; spellings
//! without a vendor, an environment or an end come from releases.

use super::triples::told;

use crate::interpreted::GRAMMAR;

/// IDs with `part=text` for each part, or `!`, the column, the expected and the found text.
const IDS: &[(&str, &str)] = &[
    (
        "hip-amdgcn-linux-gnu-hip-amdgcn-",
        "kind=hip arch=amdgcn os=linux environment=gnu",
    ),
    (
        "AZaz09_.-AZaz09_.+-AZaz09_.+-AZaz09_.+-AZaz09_.+-AZaz09_.:AZaz09_+",
        "kind=AZaz09_. arch=AZaz09_.+ vendor=AZaz09_.+ os=AZaz09_.+ environment=AZaz09_.+ processor=AZaz09_. feature=AZaz09_ sign=+",
    ),
    (
        "hip+-amdgcn-amd-amdhsa--gfx906",
        "! 4 `-` `+-amdgcn-amd-amdhsa--gfx906`",
    ),
    (
        "hip-amdgcn--amdhsa--gfx906",
        "kind=hip arch=amdgcn vendor= os=amdhsa environment= processor=gfx906",
    ),
    (
        "hip-amdgcn---gnu-gfx906",
        "kind=hip arch=amdgcn vendor= os= environment=gnu processor=gfx906",
    ),
    ("hip-amdgcn", "kind=hip arch=amdgcn"),
    ("hip-amdgcn-", "kind=hip arch=amdgcn vendor="),
    ("hip-amdgcn-amd", "kind=hip arch=amdgcn vendor=amd"),
    ("hip-amdgcn-amd-", "kind=hip arch=amdgcn vendor=amd os="),
    ("hip-amdgcn-amd-amdhsa", "kind=hip arch=amdgcn vendor=amd os=amdhsa"),
    (
        "hip-amdgcn-amd-amdhsa-",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=",
    ),
    (
        "hip-amdgcn-amd-amdhsa--",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=",
    ),
    (
        "hip-amdgcn-amd-amdhsa---",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=",
    ),
    (
        "hip-amdgcn-amd-amdhsa-gnu",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=gnu",
    ),
    (
        "hip-amdgcn-amd-amdhsa-gnu-",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=gnu",
    ),
    (
        "hip-amdgcn-amd-amdhsa-gnu--",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=gnu",
    ),
    (
        "hip-amdgcn-amd-linux-gnu-gfx906",
        "kind=hip arch=amdgcn vendor=amd os=linux environment=gnu processor=gfx906",
    ),
    (
        "hip-amdgcn-amd-linux-gnu-gfx906-",
        "kind=hip arch=amdgcn vendor=amd os=linux environment=gnu processor=gfx906",
    ),
    (
        "hip-amdgcn-amd-linux-gnu-other",
        "kind=hip arch=amdgcn vendor=amd os=linux environment=gnu processor=other",
    ),
    (
        "hip-amdgcn-amd-linux-gnu-other-name",
        "kind=hip arch=amdgcn vendor=amd os=linux environment=gnu processor=other-name",
    ),
    (
        "hip-amdgcn-amd-linux-other",
        "kind=hip arch=amdgcn vendor=amd os=linux environment=other",
    ),
    (
        "hip-amdgcn-amd-linux-other-",
        "kind=hip arch=amdgcn vendor=amd os=linux environment=other",
    ),
    (
        "hip-amdgcn-amd-linux-gfx906",
        "kind=hip arch=amdgcn vendor=amd os=linux processor=gfx906",
    ),
    (
        "hip-amdgcn-amd-linux-gfx906:xnack+",
        "kind=hip arch=amdgcn vendor=amd os=linux processor=gfx906 feature=xnack sign=+",
    ),
    (
        "hip-amdgcn-amd-zzz-gfx906:sramecc-:xnack+",
        "kind=hip arch=amdgcn vendor=amd os=zzz processor=gfx906 feature=sramecc sign=- feature=xnack sign=+",
    ),
    (
        "hip-amdgcn-amd-zzz-other",
        "kind=hip arch=amdgcn vendor=amd os=zzz environment=other",
    ),
    (
        "hip-amdgcn-linux-gfx906",
        "kind=hip arch=amdgcn os=linux processor=gfx906",
    ),
    ("hip-amdgcn-linux-gnu", "kind=hip arch=amdgcn os=linux environment=gnu"),
    (
        "hip-amdgcn-linux6.1-gnu",
        "kind=hip arch=amdgcn os=linux6.1 environment=gnu",
    ),
    (
        "hip-amdgcn-linux6.1-gnu2.0-gfx906",
        "kind=hip arch=amdgcn os=linux6.1 environment=gnu2.0 processor=gfx906",
    ),
    (
        "hip-amdgcn-linux-gnu-other",
        "kind=hip arch=amdgcn os=linux environment=gnu processor=other",
    ),
    (
        "hip-amdgcn-linux-gnu--other",
        "kind=hip arch=amdgcn os=linux environment=gnu processor=other",
    ),
    (
        "hip-amdgcn-linux-gnu-hip-amdgcn-linux-gnu-",
        "kind=hip arch=amdgcn os=linux environment=gnu",
    ),
    (
        "hip-amdgcn-linux-gnu--hip-amdgcn-linux-gnu-",
        "kind=hip arch=amdgcn os=linux environment=gnu",
    ),
    (
        "hip-amdgcn-linux-gnu-openmp-amdgcn-linux",
        "kind=hip arch=amdgcn os=linux environment=gnu processor=openmp-amdgcn-linux",
    ),
    ("hip-amdgcn-linux", "kind=hip arch=amdgcn os=linux"),
    ("hip-amdgcn-linux-zzz", "kind=hip arch=amdgcn vendor=linux os=zzz"),
    ("hip-amdgcn-linuxx-gnu", "kind=hip arch=amdgcn vendor=linuxx os=gnu"),
    ("hip-amdgcn-linux-gnux", "kind=hip arch=amdgcn vendor=linux os=gnux"),
    (
        "hip-amdgcn-amdhsa-gfx906",
        "kind=hip arch=amdgcn os=amdhsa processor=gfx906",
    ),
    (
        "hip-amdgcn-amdhsa--gfx906",
        "kind=hip arch=amdgcn vendor=amdhsa os= processor=gfx906",
    ),
    (
        "hip-amdgcn-amd-amdhsa1.0-new1",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa1.0 processor=new1",
    ),
    (
        "hip-amdgcn-amd-amdhsax-new1",
        "kind=hip arch=amdgcn vendor=amd os=amdhsax environment=new1",
    ),
    (
        "hip-amdgcn-amd-amdhsa-unknown",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=unknown",
    ),
    (
        "hip-amdgcn-amd-amdhsa-unknown-new1",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=unknown processor=new1",
    ),
    (
        "hip-amdgcn-amd-amdhsa-gnu-new1",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=gnu processor=new1",
    ),
    (
        "hip-amdgcn-amd-amdhsa-msvc2.0",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=msvc2.0",
    ),
    (
        "hip-amdgcn--amdhsa-new1",
        "kind=hip arch=amdgcn vendor= os=amdhsa processor=new1",
    ),
    (
        "hip-amdgcn-amd-amdpal-new1",
        "kind=hip arch=amdgcn vendor=amd os=amdpal processor=new1",
    ),
    (
        "hip-amdgcn-amd-mesa3d-new1",
        "kind=hip arch=amdgcn vendor=amd os=mesa3d processor=new1",
    ),
    (
        "openmp-nvptx64-nvidia-cuda-new1",
        "kind=openmp arch=nvptx64 vendor=nvidia os=cuda processor=new1",
    ),
    (
        "openmp-nvptx64-nvidia-cuda-new1-",
        "kind=openmp arch=nvptx64 vendor=nvidia os=cuda processor=new1",
    ),
    (
        "openmp-nvptx64-nvidia-cuda-new1--",
        "kind=openmp arch=nvptx64 vendor=nvidia os=cuda processor=new1",
    ),
    (
        "openmp-nvptx64-nvidia-cuda-new-1-2",
        "kind=openmp arch=nvptx64 vendor=nvidia os=cuda processor=new-1-2",
    ),
    (
        "openmp-nvptx64-nvidia-cuda-new-1:a+:b-",
        "kind=openmp arch=nvptx64 vendor=nvidia os=cuda processor=new-1 feature=a sign=+ feature=b sign=-",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906:",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment= processor=gfx906",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906:xnack+:",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment= processor=gfx906 feature=xnack sign=+",
    ),
    (
        "hip-amdgcn-amd-amdhsa--gfx906-:xnack+",
        "! 31 `-` or a letter or digit `:xnack+`",
    ),
    ("hip-amdgcn-amd-amdhsa--gfx906:xnack+-", "! 37 `:` or the end `-`"),
    ("hip-amdgcn-amd-amdhsa--gfx906:xnack.+", "! 36 `+` or `-` `.+`"),
    ("hip-amdgcn-amd-amdhsa--gfx906+", "! 30 `-`, `:` or the end `+`"),
    (
        "host-x86_64-unknown-linux-gnu-host-x86_64-unknown-linux-gnu-",
        "kind=host arch=x86_64 vendor=unknown os=linux environment=gnu",
    ),
    (
        "host-x86_64-unknown-linux-gnu-host-x86_63-unknown-linux-gnu-",
        "kind=host arch=x86_64 vendor=unknown os=linux environment=gnu processor=host-x86_63-unknown-linux-gnu",
    ),
    (
        "host-x86_64-unknown-linux-gnu-hip-x86_64-unknown-linux-gnu-",
        "kind=host arch=x86_64 vendor=unknown os=linux environment=gnu processor=hip-x86_64-unknown-linux-gnu",
    ),
    (
        "host-x86_64-unknown-linux-gnu--host-x86_64-unknown-linux-gnu-",
        "! 32 the end `host-x86_64-unknown-linux-gnu-`",
    ),
    (
        "hip-amdgcn-amd-linux-gnu-hip-amdgcn-amd-linux-gnu-",
        "kind=hip arch=amdgcn vendor=amd os=linux environment=gnu",
    ),
    ("hip-amdgcn-amd-linux-gnu-hip-amdgcn:!", "! 37 a feature or the end `!`"),
    (
        "hip-amdgcn-linux-gnu-hip-amdgcn-!",
        "kind=hip arch=amdgcn os=linux environment=gnu",
    ),
    (
        "hip-amdgcn-linux-gnu--",
        "kind=hip arch=amdgcn os=linux environment=gnu",
    ),
    (
        "hip-amdgcn-linux-gnu-gfx906--",
        "kind=hip arch=amdgcn os=linux environment=gnu processor=gfx906",
    ),
    (
        "hip-amdgcn-linux-gnu-gfx906-:xnack+",
        "! 29 a letter or digit, `-`, a processor or the end `:xnack+`",
    ),
    (
        "hip-amdgcn-amd--gfx906",
        "kind=hip arch=amdgcn vendor=amd os= processor=gfx906",
    ),
    (
        "hip-amdgcn-amd--gfx906:xnack+",
        "kind=hip arch=amdgcn vendor=amd os= processor=gfx906 feature=xnack sign=+",
    ),
    (
        "hip-amdgcn-a+b-amdhsa-new",
        "kind=hip arch=amdgcn vendor=a+b os=amdhsa processor=new",
    ),
    ("hip-amdgcn-a+b", "kind=hip arch=amdgcn vendor=a+b"),
    ("hip-amdgcn-a:b", "! 13 `-` or the end `:b`"),
    ("hip-am:dgcn-amd", "! 7 `-` or the end `:dgcn-amd`"),
    ("hip-amdgcn-amd-a:b", "! 17 `-` or the end `:b`"),
    ("hip-amdgcn-amd-linux-a:b", "! 23 `-` or the end `:b`"),
    (
        "hip-amdgcn-amd-cuda9.1-new1:a+",
        "kind=hip arch=amdgcn vendor=amd os=cuda9.1 processor=new1 feature=a sign=+",
    ),
    (
        "hip-amdgcn-amd-cuda9.1-gnu9.0",
        "kind=hip arch=amdgcn vendor=amd os=cuda9.1 environment=gnu9.0",
    ),
    // A known processor stays a processor, even as a part of a word.
    (
        "k-gfx906-amd-amdhsa-k-gfx906-",
        "kind=k arch=gfx906 vendor=amd os=amdhsa environment=k processor=gfx906",
    ),
    (
        "hip-amdgcn-amd-amdhsa-zzz-gfx906",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=zzz processor=gfx906",
    ),
    (
        "hip-amdgcn-linux-gfx906+x",
        "kind=hip arch=amdgcn vendor=linux os=gfx906+x",
    ),
    (
        "hip-amdgcn-amd-amdhsa-a+b-new1",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=a+b processor=new1",
    ),
    // Release 19 stores this for `hip-amdgcn-amd-amdhsa-zzz-`: the second copy is not a processor.
    (
        "hip-amdgcn-amd-amdhsa-zzz-hip-amdgcn-amd-amdhsa-zzz-",
        "kind=hip arch=amdgcn vendor=amd os=amdhsa environment=zzz",
    ),
    ("a-a-v-amdhsa-a-a-a-", "kind=a arch=a vendor=v os=amdhsa"),
    (
        "hip-amdgcn-linux-!",
        "! 18 a processor, a known environment, `-`, a known system or the end `!`",
    ),
    ("hip-amdgcn-linux-gnu-!", "! 22 `-`, a processor or the end `!`"),
];

#[test]
fn id_parts_are_located() {
    for (text, parts) in IDS {
        assert_eq!(told(GRAMMAR.read(text)), *parts, "{text:?}");
    }
}
